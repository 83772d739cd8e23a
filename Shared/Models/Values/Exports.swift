// A file that imports the messages needs their values as well.
@_exported public import BaliseValues
