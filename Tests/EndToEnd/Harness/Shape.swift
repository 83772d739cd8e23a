import Models

enum Shape: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// One process, messages over inproc.
    case allInOne
    /// One process each, messages over ipc.
    case services
    /// Two processes of each service that supports it, on a PostgreSQL.
    case replicas

    var isAvailable: Bool { self != .replicas || TestPostgreSQL.reasonToSkip == nil }

    /// For every test whose subject does not depend on the shape. Two processes of each service, so that a call may reach the
    /// one that has not learned of the last change; without PostgreSQL one each. `BALISE_SHAPE` selects another one.
    static let standard: [Shape] = {
        guard let name = ProcessInfo.processInfo.environment["BALISE_SHAPE"] else {
            return [Shape.replicas.isAvailable ? .replicas : .services]
        }
        guard let shape = Shape(rawValue: name) else {
            fatalError("BALISE_SHAPE is \(name); use allInOne, services or replicas")
        }
        return [shape]
    }()

    /// - Parameter reason: The difference between the shapes.
    static func all(because reason: String) -> [Shape] { allCases.filter(\.isAvailable) }

    static let onFiles: [Shape] = [.allInOne, .services]

    /// The names of its programs; a second process has `-2` after its name, and so on. The one with HTTP is last.
    var programs: [String] {
        switch self {
        case .allInOne: ["balise"]
        case .services: ["location", "auth-session", "identity", "preferences", "push", "edge"]
        case .replicas: Shape.replicated.flatMap { [$0, $0 + "-2"] } + ["push", "edge"]
        }
    }

    /// The services with two processes in `replicas`.
    static let replicated = ["location", "auth-session", "identity", "preferences"]

    static func service(of process: String) -> String {
        guard let last = process.last, last.isNumber else { return process }
        return String(process.dropLast(2))
    }

    var front: String { programs[programs.count - 1] }
    var back: String { programs[0] }
    var backs: [String] { programs.filter { $0.hasPrefix(back) } }
    var sessions: String { self == .allInOne ? "balise" : "auth-session" }

    var testDescription: String { rawValue }
}

/// `balise` under its own name and, as in the image, under those of the services; where the tests were built, or in
/// `BALISE_EXECUTABLES`.
enum BuiltPrograms {
    struct NotBuilt: Error, CustomStringConvertible {
        var description: String
    }

    /// `balise` of the version before, for the tests of upgrades.
    static let previous = ProcessInfo.processInfo.environment["BALISE_PREVIOUS"].map { URL(fileURLWithPath: $0) }

    static func url(_ process: String, isPrevious: Bool = false) throws -> URL {
        try linked.get().appending(path: (isPrevious ? "previous/" : "") + Shape.service(of: process))
    }

    private static let linked: Result<URL, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "balise-" + Fresh.token(8))
        let before = folder.appending(path: "previous")
        try FileManager.default.createDirectory(at: before, withIntermediateDirectories: true)
        atexit { if let folder = try? BuiltPrograms.linked.get() { try? FileManager.default.removeItem(at: folder) } }
        let names = ["balise", "stand-ins"].map { ($0, $0) } + ServiceName.allCases.map { ("\($0)", "balise") }
        for (name, program) in names {
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: name), withDestinationURL: try built(program))
            guard let previous, program == "balise" else { continue }
            try FileManager.default.createSymbolicLink(at: before.appending(path: name), withDestinationURL: previous)
        }
        return folder
    }

    static func built(_ name: String) throws -> URL {
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
