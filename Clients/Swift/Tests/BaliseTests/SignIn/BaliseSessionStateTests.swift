import Foundation
import Testing

@testable import Balise

@Suite("The session's state")
struct SessionStateTests {
    @Test("is known from the beginning")
    func states() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil)
        var states = await client.sessions.states.makeAsyncIterator()
        #expect(await states.next() == .signedOut(.notSignedIn))
        try await client.tokenStore.begin(.ada)
        #expect(await states.next() == .signedIn(account: "acc_ada"))
        try await client.tokenStore.end(.signedOut)
        #expect(await states.next() == .signedOut(.signedOut))
        var later = await client.sessions.states.makeAsyncIterator()
        #expect(await later.next() == .signedOut(.signedOut))
    }

    @Test("survives a restart of the app")
    func restart() async throws {
        let secrets = MemorySecretStore()
        _ = try await BaliseClient.scripted(ScriptedTransport(), secrets: secrets)
        let transport = ScriptedTransport(.json("{}"))
        let client = try await BaliseClient.scripted(transport, session: nil, secrets: secrets)
        #expect(try await client.sessions.state == .signedIn(account: "acc_ada"))
        _ = try await client.caller.send(.get, "/a")
        #expect(transport.calls.first?.headers["Authorization"] == "Bearer t1")
    }

    @Test("is signed out if the stored data is no session", arguments: ["", "{}", #"{"token":""}"#])
    func foreignContent(text: String) async throws {
        let secrets = MemorySecretStore()
        await secrets.write(Data(text.utf8), "session.https://balise.example")
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil, secrets: secrets)
        #expect(try await client.sessions.state == .signedOut(.notSignedIn))
    }

    @Test("is separate for each server")
    func servers() async throws {
        let secrets = MemorySecretStore()
        _ = try await BaliseClient.scripted(ScriptedTransport(), secrets: secrets)
        var configuration = try BaliseConfiguration.scripted(ScriptedTransport(), secrets: secrets)
        configuration.server = try #require(URL(string: "https://balise.example:8443"))
        #expect(try await BaliseClient(configuration).sessions.state == .signedOut(.notSignedIn))
    }

    @Test("does not print tokens")
    func redaction() throws {
        let text = "\(KeptSession.ada) \(String(reflecting: KeptSession.ada))"
        #expect(!text.contains("t1") && !text.contains("r1"))
        let credential = Credential.issued("canary")
        #expect(!"\(credential) \(String(reflecting: credential))".contains("canary"))
    }
}
