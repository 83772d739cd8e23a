@_exported public import Balise
@_exported public import Foundation
@_exported public import Testing
