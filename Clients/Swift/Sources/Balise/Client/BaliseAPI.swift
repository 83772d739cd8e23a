// The API's bodies are part of the SDK's interface: an app that imports Balise can name the types that calls return.

@_exported public import BaliseAPI
