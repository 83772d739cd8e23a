// A Redis of our own on a socket in a temporary folder, spoken to in its protocol.

import Foundation

/// A running Redis that keeps nothing on disk and is reached by nobody else.
final class RedisServer {
    private let process = Process()
    private let folder: URL
    private let socket: Int32

    /// Starts it and waits until it answers.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "redis-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "socket").path
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no", "--dir",
            folder.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
            socket = try Self.connect(path, while: process)
        } catch {
            if process.isRunning { Self.end(process) }
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    func stop() {
        close(socket)
        Self.end(process)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// It has nothing to write down. A gentler signal does not reach it: a program that is started from a thread of the
    /// pool has them blocked, as that thread has, and Redis leaves it so.
    private static func end(_ process: Process) { kill(process.processIdentifier, SIGKILL) }

    /// Adds members with their places.
    func add(_ members: [(name: String, latitude: Double, longitude: Double)]) throws {
        let step = 10_000
        for start in stride(from: 0, to: members.count, by: step) {
            var words = ["GEOADD", "people"]
            for member in members[start..<min(start + step, members.count)] {
                words += ["\(member.longitude)", "\(member.latitude)", member.name]
            }
            let answer = try ask(words)
            guard answer.hasPrefix(":") else { throw CommandError(description: "Redis did not add: \(answer)") }
        }
    }

    /// What a search has found, and how long it took.
    struct Search {
        var found: Int
        /// Until the answer was here.
        var milliseconds: Double
        /// What Redis says that it took, without the way of the answer.
        var serverMilliseconds: Double
    }

    /// Finds all members within so many kilometres.
    func search(latitude: Double, longitude: Double, kilometres: Int) throws -> Search {
        _ = try ask(["CONFIG", "RESETSTAT"])
        let began = ContinuousClock.now
        let answer = try ask([
            "GEOSEARCH", "people", "FROMLONLAT", "\(longitude)", "\(latitude)", "BYRADIUS", "\(kilometres)", "km",
        ])
        let spent = milliseconds(since: began)
        let statistics = try ask(["INFO", "commandstats"])
        guard let found = Int(answer.dropFirst().prefix { $0.isNumber }),
            let line = statistics.firstMatch(of: /cmdstat_geosearch:calls=1,usec=([0-9]+)/),
            let microseconds = Double(line.1)
        else { throw CommandError(description: "Redis did not search: \(answer.prefix(100))") }
        return Search(found: found, milliseconds: spent, serverMilliseconds: microseconds / 1000)
    }

    // MARK: The protocol

    /// Sends a command and gives its answer as it came; of an array only the beginning.
    private func ask(_ words: [String]) throws -> String {
        var command = "*\(words.count)\r\n"
        for word in words { command += "$\(word.utf8.count)\r\n\(word)\r\n" }
        try write(Array(command.utf8))

        var received: [UInt8] = []
        var lines = 0
        repeat {
            let known = received.count
            try read(into: &received)
            lines += received[known...].count { $0 == UInt8(ascii: "\n") }
        } while !Self.isWhole(received, lines: lines)
        return String(
            decoding: received.first == UInt8(ascii: "*") ? received.prefix(100) : received[...], as: UTF8.self)
    }

    /// Whether an answer with so many lines has come to its end.
    private static func isWhole(_ answer: [UInt8], lines: Int) -> Bool {
        guard let end = answer.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        let number = Int(String(decoding: answer[1..<max(1, end - 1)], as: UTF8.self)) ?? 0
        switch answer.first {
        // Each element has a line with its length and one with itself.
        case UInt8(ascii: "*"): return lines >= 1 + 2 * number
        case UInt8(ascii: "$"): return answer.count >= end + 1 + number + 2
        default: return true
        }
    }

    private func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(socket, $0.baseAddress?.advanced(by: sent), bytes.count - sent, 0)
            }
            guard count > 0 else { throw CommandError(description: "Redis does not take what it is sent") }
            sent += count
        }
    }

    private func read(into received: inout [UInt8]) throws {
        var part = [UInt8](repeating: 0, count: 1 << 18)
        let count = part.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { throw CommandError(description: "Redis does not answer") }
        received += part[..<count]
    }

    private static func connect(_ path: String, while process: Process) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw CommandError(description: "the temporary folder's path is too long for a socket: \(path)")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline, process.isRunning {
            #if canImport(Darwin)
                let socket = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
            #else
                let socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            #endif
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if status == 0 { return socket }
            close(socket)
            usleep(5000)
        }
        throw CommandError(description: "redis-server does not start; is it installed? (.ci/install-packages bench)")
    }
}
