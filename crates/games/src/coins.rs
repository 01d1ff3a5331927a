//! Coin-turning games.

mod coin_turning;

games! {
    turning_turtles,
    mock_turtles,
    ruler,
    board_coin,
}
