// A file that imports the messages also needs the types of their values.
@_exported public import BaliseValues
