// A file that imports the bodies also needs the types of their values.
@_exported public import BaliseValues
