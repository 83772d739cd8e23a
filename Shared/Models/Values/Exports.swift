// A file that imports the messages needs the types of their values as well.
@_exported public import BaliseValues
