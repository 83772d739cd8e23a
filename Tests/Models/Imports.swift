@_exported public import CBOR
@_exported public import Foundation
@_exported public import Isolation
@_exported public import Models
@_exported public import Synchronization
@_exported public import Testing
