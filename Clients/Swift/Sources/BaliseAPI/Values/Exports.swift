// A file that imports the bodies needs their values as well.
@_exported public import BaliseValues
