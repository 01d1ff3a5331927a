//! Games with entailing and complimenting moves.

games! {
    top_entails,
    nimstring,
    nimstring_boxes,
}
