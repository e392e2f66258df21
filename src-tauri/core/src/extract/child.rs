//! The parent's side of the reading child: starts it, feeds it, bounds it.
