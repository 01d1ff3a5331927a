//! Games with entailing and complimenting moves.

games! {
    top_entails,
    nimstring,
    dots_and_boxes,
}
