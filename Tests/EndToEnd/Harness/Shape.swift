// The shapes in which Balise runs, and where its programs lie.

import Foundation
import Testing

/// How the services of one Balise are spread over processes.
enum Shape: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// One process, messages over inproc.
    case allInOne
    /// One process each, messages over ipc.
    case services

    /// Both, or those that `BALISE_SHAPES` names, with commas between them.
    static let allCases: [Shape] = {
        guard let named = ProcessInfo.processInfo.environment["BALISE_SHAPES"] else { return [.allInOne, .services] }
        return named.split(separator: ",").compactMap { Shape(rawValue: String($0)) }
    }()

    /// The names of its programs. The one that serves HTTP comes last.
    var programs: [String] {
        switch self {
        case .allInOne: ["balise"]
        case .services: ["location", "auth-session", "identity", "preferences", "push", "edge"]
        }
    }

    /// The program that serves HTTP.
    var front: String { programs[programs.count - 1] }
    /// The program that holds the locations.
    var back: String { programs[0] }
    /// The program that holds the sessions.
    var sessions: String { self == .allInOne ? "balise" : "auth-session" }

    var testDescription: String { rawValue }
}

/// The folder of the built programs: where the tests were built, or where `BALISE_EXECUTABLES` says.
enum BuiltPrograms {
    struct NotBuilt: Error, CustomStringConvertible {
        var description: String
    }

    static func url(_ name: String) throws -> URL {
        let candidates = folders.map { $0.appending(path: name) }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw NotBuilt(description: "no program \(name) in \(folders.map(\.path))")
        }
        return found
    }

    private static let folders: [URL] = {
        if let named = ProcessInfo.processInfo.environment["BALISE_EXECUTABLES"] {
            return [URL(fileURLWithPath: named)]
        }
        let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL)
        let start = bundles + [Bundle.main.executableURL, Bundle.main.bundleURL].compactMap { $0 }
        return start.flatMap { [$0, $0.deletingLastPathComponent()] }
    }()
}
