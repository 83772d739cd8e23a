// The bodies of the API, part of the SDK's own interface: an app that imports BaliseClient can name what calls give it.

@_exported public import BaliseAPI
