@_exported public import Fakes
@_exported public import Foundation
@_exported public import Isolation
@_exported public import NIOHTTP1
@_exported public import Synchronization
@_exported public import Testing
