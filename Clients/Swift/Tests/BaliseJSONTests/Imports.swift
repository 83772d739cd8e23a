@_exported public import BaliseJSON
@_exported public import Foundation
@_exported public import Testing
