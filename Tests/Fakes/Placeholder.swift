// The first fake takes its place.
