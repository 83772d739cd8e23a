@_exported public import CBOR
@_exported public import Foundation
@_exported public import Testing
