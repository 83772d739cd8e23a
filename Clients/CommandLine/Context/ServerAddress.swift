import ArgumentParser
import Foundation

/// With a path, if a proxy serves Balise under one.
struct ServerAddress: Hashable, Sendable {
    let url: URL

    /// The problem with a text, in words that follow `is`.
    struct Fault: Error, Hashable { let reason: String }

    /// Slashes at the end are removed.
    init(_ text: String) throws(Fault) {
        guard text.firstRange(of: /^[A-Za-z]+:\/\//) != nil else {
            throw Fault(reason: "without http:// or https:// before it, as in https://balise.example")
        }
        guard let url = URL(string: text.replacing(/\/+$/, with: "")),
            ["https", "http"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else { throw Fault(reason: "not like https://balise.example") }
        guard url.query == nil, url.fragment == nil else {
            throw Fault(reason: "more than an address: leave out everything from the ? or # on")
        }
        // The calls add these themselves.
        if let path = url.path.firstMatch(of: /\/(v1|api|api\/v1|ecovelo|oauth)$/)?.output.0 {
            throw Fault(reason: "the address of an API: leave out \(path)")
        }
        self.url = url
    }

    static func read(_ argument: String) throws -> ServerAddress {
        do throws(Fault) { return try ServerAddress(argument) } catch {
            throw ValidationError("\(argument) is \(error.reason).")
        }
    }
}
