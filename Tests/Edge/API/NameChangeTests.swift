// How often one address may give accounts other names.

import MessageBus
import Models
import Testing

@testable import Edge

/// Whether a name is taken or free tells whether somebody has it, so both are found out no faster than by registering.
@Suite(.timeLimit(.minutes(10))) struct NameChangeTests {
    private static let json = ("Content-Type", "application/json")
    private static let apps = [json, ("Authorization", People.token)]

    /// A change of a name as each API has it, and what it is answered when the name is taken.
    private static let changes: [(method: String, path: String, headers: [(String, String)], body: String)] = [
        ("PUT", "/api/v1/users/profile", apps, #"{"email":"new@b.c","currentPassword":"secret-7"}"#),
        ("PATCH", "/api/v1/users/me", apps, #"{"username":"new","currentPassword":"secret-7"}"#),
        ("PATCH", "/v1/account/email", Appwrite.adas + [json], #"{"email":"new@b.c","password":"secret-7"}"#),
    ]

    private func services(of path: String) -> ScriptedServices {
        path.hasPrefix("/v1/") ? .appwrite() : .people()
    }

    @Test(arguments: 0..<3) func findsSoManyTakenNames(_ number: Int) async throws {
        let change = Self.changes[number]
        let services = services(of: change.path)
        services.on(UpdateProfile.self) { _ throws(BusError) in throw .refused(ServiceError(.duplicate, "taken")) }
        try await withEdge(services) { edge in
            for count in 0..<31 {
                let response = try await edge.request(
                    change.method, change.path, headers: change.headers, body: change.body)
                #expect(response.status == (count < 30 ? 409 : 429))
            }
        }
    }

    @Test(arguments: 0..<3) func findsSoManyFreeNames(_ number: Int) async throws {
        let change = Self.changes[number]
        let services = services(of: change.path)
        try await withEdge(services) { edge in
            for count in 0..<61 {
                let response = try await edge.request(
                    change.method, change.path, headers: change.headers, body: change.body)
                #expect(response.status == (count < 60 ? 200 : 429))
            }
        }
        #expect(services.received(UpdateProfile.self).count == 60)
    }

    /// What changes no name is not counted.
    @Test func countsNothingElse() async throws {
        try await withEdge(.people()) { edge in
            for _ in 0..<70 {
                let response = try await edge.request(
                    "PATCH", "/api/v1/users/me", headers: Self.apps, body: #"{"firstName":"Ada"}"#)
                #expect(response.status == 200)
            }
        }
    }
}
