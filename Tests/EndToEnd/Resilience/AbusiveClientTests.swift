// Clients that send half a body, sit idle, or hang up by the hundred. Others are served as if they were not there.

import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Abusive clients") struct AbusiveClients {
        /// Where the abusers call from: an address of their own where the system has one, since limits are per address.
        static var abuser: String? {
            #if os(Linux)
                "127.0.0.2"
            #else
                nil
            #endif
        }

        static func halfRequest(_ body: String) -> String {
            "POST /v1/UpdateLocation HTTP/1.1\r\nHost: balise\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body.prefix(body.count / 2)
        }

        /// How the slowest and the middle one of some ordinary calls fare.
        struct Service {
            var middle: Duration
            var slowest: Duration
        }

        /// Makes ordinary calls, eight at a time. Each of them has to succeed.
        static func serve(_ balise: RunningBalise, _ calls: Int = 400) async throws -> Service {
            let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var times: [Duration] = []
                        for _ in 0..<calls / 8 {
                            let answer = try await balise.post(.updateLocation, Miataru.update(Fresh.device()))
                            #expect(answer.status == 200, "\(answer)")
                            times.append(answer.took)
                        }
                        return times
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }.sorted()
            }
            return Service(middle: times[times.count / 2], slowest: times[times.count - 1])
        }

        static func expectUndisturbed(_ disturbed: Service, _ quiet: Service) {
            // Other tests run beside this one, so the bounds only catch what really hurts: waiting for somebody.
            #expect(disturbed.middle < quiet.middle * 5 + .milliseconds(500), "quiet \(quiet), disturbed \(disturbed)")
            #expect(disturbed.slowest < quiet.slowest * 5 + .seconds(5), "quiet \(quiet), disturbed \(disturbed)")
        }

        @Test("Half bodies and idle connections disturb nobody", arguments: Shape.standard)
        func half(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape, measures: true) { balise in
                let quiet = try await Self.serve(balise)
                var connections: [RawConnection] = []
                for number in 0..<200 {
                    let connection = try await RawConnection.open(balise, from: Self.abuser)
                    if number % 2 == 0 {
                        try await connection.send(Self.halfRequest(Miataru.update(Fresh.device()).encoded))
                    } else if number % 4 == 1 {
                        try await connection.send("POST /v1/Upd")
                    }
                    connections.append(connection)
                }
                Self.expectUndisturbed(try await Self.serve(balise), quiet)
                for connection in connections { await connection.close() }
                Self.expectUndisturbed(try await Self.serve(balise), quiet)
            }
        }

        @Test("Hundreds that hang up in mid-request disturb nobody and leave no slot taken", arguments: Shape.standard)
        func hangUps(shape: Shape) async throws {
            // With few slots for each address, one that is not given back is soon missed.
            try await RunningBalise.withOwn(shape, ["BALISE_HTTP_IN_FLIGHT_PER_ADDRESS": "32"], measures: true) {
                balise in
                let quiet = try await Self.serve(balise)
                async let disturbed = Self.serve(balise)
                try await withThrowingTaskGroup { group in
                    for worker in 0..<8 {
                        group.addTask {
                            for number in 0..<50 {
                                try await Self.hangUp(on: balise, whole: (worker + number) % 2 == 0)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                Self.expectUndisturbed(try await disturbed, quiet)
                // The abusers' own address is not locked out either.
                try await eventually("the address of the hang-ups is served") {
                    let connection = try await RawConnection.open(balise, from: Self.abuser)
                    let body = Miataru.update(Fresh.device()).encoded
                    try await connection.send(Self.wholeRequest(body))
                    try await connection.receive("an answer") { $0.contains("}") && $0.hasPrefix("HTTP/1.1 ") }
                    await connection.close()
                    return connection.received.hasPrefix("HTTP/1.1 200")
                }
                let metrics = try await balise.operate(.GET, "/metrics")
                #expect(metrics.status == 200)
            }
        }

        static func wholeRequest(_ body: String) -> String {
            "POST /v1/UpdateLocation HTTP/1.1\r\nHost: balise\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
        }

        /// Sends a whole or half a request and hangs up without reading the answer.
        static func hangUp(on balise: RunningBalise, whole: Bool) async throws {
            let connection = try await RawConnection.open(balise, from: Self.abuser)
            let body = Miataru.update(Fresh.device()).encoded
            try? await connection.send(whole ? Self.wholeRequest(body) : Self.halfRequest(body))
            await connection.close()
        }
    }
}
