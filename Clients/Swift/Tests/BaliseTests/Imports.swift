@_exported public import Balise
@_exported public import BaliseAPI
@_exported public import BaliseJSON
@_exported public import Foundation
@_exported public import Synchronization
@_exported public import Testing
