// Imports for all tests of this module.

@_exported public import Fakes
@_exported public import Foundation
@_exported public import Isolation
@_exported public import MessageBus
@_exported public import Models
@_exported public import ServiceRuntime
@_exported public import ServiceSettings
@_exported public import Storage
@_exported public import Synchronization
@_exported public import Testing
