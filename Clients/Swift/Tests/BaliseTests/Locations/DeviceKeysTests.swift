@testable import Balise

@Suite("The key of a device")
struct DeviceKeysTests {
    let secrets = MemorySecretStore()
    let device: LocationDeviceID

    init() throws { device = try .named("phone") }

    private func keys(_ transport: any BaliseTransport) async throws -> DeviceKeys {
        try await BaliseClient.scripted(transport, secrets: secrets).locations.keys
    }

    @Test("is set without a key the first time, then with the current one")
    func isSetAndChanged() async throws {
        let server = MiataruServer()
        let keys = try await keys(server)
        #expect(try await keys.key(for: device) == nil)
        let first = try await keys.set(for: device)
        #expect(first.secret.utf16.count == 256)
        #expect(server.now.keys["phone"] == first.secret)
        #expect(try await keys.key(for: device) == first)

        let second = try await keys.set(.of("chosen"), for: device)
        #expect(second.secret == "chosen" && server.now.keys["phone"] == "chosen")
        #expect(try await keys.key(for: device) == second)
    }

    @Test("is separate for each device and server")
    func isKeptApart() async throws {
        let (phone, tablet) = (try LocationDeviceID.named("phone"), try LocationDeviceID.named("tablet"))
        let keys = try await keys(MiataruServer())
        try await keys.set(for: phone)
        #expect(try await keys.key(for: tablet) == nil)
        let elsewhere = DeviceKeyStore(secrets: secrets, server: "https://elsewhere.example")
        #expect(try await elsewhere.record(of: phone).isEmpty)
    }

    @Test("is stored before it is sent")
    func isKeptFirst() async throws {
        let store = DeviceKeyStore(secrets: secrets, server: "https://balise.example")
        let seen = Mutex<String?>(nil)
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            let pending = try? await store.record(of: device).pending
            seen.withLock { $0 = pending?.secret }
            #expect(call.text.contains(pending?.secret ?? "nothing"))
            return .acknowledgement
        }
        let key = try await keys(transport).set(.of("plain"), for: device)
        #expect(seen.withLock { $0 } == key.secret)
    }

    @Test(
        "is never lost, whichever of the first five requests are interrupted",
        arguments: 0..<32, [MiataruServer.Fault.lostOnTheWay, .answerLost])
    func survivesInterruptions(_ interrupted: Int, _ fault: MiataruServer.Fault) async throws {
        let server = MiataruServer { _, number in number < 5 && interrupted >> number & 1 == 1 ? fault : nil }
        var lastSet: String?
        for secret in ["first", "second", "third"] {
            // Each attempt is made by a freshly started app.
            lastSet = try? await keys(server).set(.of(secret), for: device).secret
        }
        let client = try await BaliseClient.scripted(server, secrets: secrets)
        for _ in 0..<5 where server.now.places["phone"] == nil {
            try? await client.locations.update(.at(1), of: device, keeping: .history)
        }
        #expect(server.now.places["phone"] == timestamps(1))
        var kept: LocationDeviceKey?
        for _ in 0..<5 where kept == nil { kept = try? await client.locations.keys.settledKey(for: device) }
        #expect(kept != nil && kept?.secret == server.now.keys["phone"])
        if let lastSet { #expect(kept?.secret == lastSet) }
    }

    @Test("whose answer was lost is settled by the next refused call")
    func isSettledByACall() async throws {
        let server = MiataruServer(keys: ["phone": "old"]) { _, number in number == 1 ? .answerLost : nil }
        let client = try await BaliseClient.scripted(server, secrets: secrets)
        try await client.locations.keys.adopt(.of("old"), for: device)
        #expect(try await failure { try await client.locations.keys.set(.of("new"), for: device) } == .timedOut)
        #expect(try await client.locations.keys.key(for: device)?.secret == "old")
        #expect(server.now.keys["phone"] == "new")

        try await client.locations.update(.at(1), of: device, keeping: .history)
        #expect(server.now.places["phone"] == timestamps(1))
        #expect(try await client.locations.keys.key(for: device)?.secret == "new")
    }

    @Test("whose first answer was lost is settled before a call that needs a key")
    func isSettledBeforeACall() async throws {
        let transport = ScriptedTransport(.lost(.timedOut), .success(.acknowledgement), .success(.acknowledgement))
        let locations = try await BaliseClient.scripted(transport, secrets: secrets).locations
        #expect(try await failure { try await locations.keys.set(.of("new"), for: device) } == .timedOut)
        try await locations.setSlogan("On my way", for: device)
        #expect(
            transport.calls.map(\.line) == [
                "POST /v1/setDeviceKey", "POST /v1/setDeviceKey", "POST /v1/setDeviceSlogan",
            ])
        #expect(transport.calls.last?.text.contains(#""DeviceKey":"new""#) == true)
    }

    @Test("that another phone has set is reported as unknown, one changed elsewhere as wrong, and the stored key stays")
    func isRefused() async throws {
        let (foreign, changed) = (try LocationDeviceID.named("foreign"), try LocationDeviceID.named("changed"))
        let server = MiataruServer(keys: ["foreign": "theirs", "changed": "mine"])
        let keys = try await keys(server)
        try await keys.adopt(.of("mine"), for: changed)
        server.change { $0.keys["changed"] = "theirs" }

        let unknown = try await failure { try await keys.set(for: foreign) }
        #expect(unknown.code == .deviceKeyUnknown && unknown.status == 403)
        #expect(try await keys.key(for: foreign) == nil)
        let wrong = try await failure { try await keys.set(for: changed) }
        #expect(wrong.code == .deviceKeyWrong)
        #expect(try await keys.key(for: changed)?.secret == "mine")
    }

    @Test("of another phone is adopted only if it is right")
    func isAdopted() async throws {
        let keys = try await keys(MiataruServer(keys: ["phone": "right"]))
        let error = try await failure { try await keys.adopt(.of("wrong"), for: device) }
        #expect(error.code == .deviceKeyWrong && error.description.contains("This is not the DeviceKey of phone"))
        #expect(try await keys.key(for: device) == nil)
        try await keys.adopt(.of("right"), for: device)
        #expect(try await keys.key(for: device)?.secret == "right")
        try await keys.forget(device)
        #expect(try await keys.key(for: device) == nil)
    }

    @Test("is reset and removed by the account that has claimed the device")
    func isResetAndRemoved() async throws {
        let server = MiataruServer(keys: ["phone": "lost"], claimed: "phone")
        let keys = try await keys(server)
        let fresh = try await keys.reset(device)
        #expect(server.now.keys["phone"] == fresh.secret)
        #expect(try await keys.key(for: device) == fresh)
        try await keys.remove(device)
        #expect(server.now.keys["phone"] == nil)
        #expect(try await keys.key(for: device) == nil)

        let other = try await failure { try await keys.reset(.named("tablet")) }
        #expect(other.status == 404)
        #expect(try await keys.key(for: .named("tablet")) == nil)
    }

    @Test("is valid after a reset whose answer was lost")
    func isResetWithoutAnAnswer() async throws {
        let server = MiataruServer(keys: ["phone": "lost"], claimed: "phone") { _, number in
            number == 0 ? .answerLost : nil
        }
        let keys = try await keys(server)
        #expect(try await failure { try await keys.reset(device, to: .of("new")) } == .timedOut)
        #expect(try await keys.settledKey(for: device)?.secret == "new")
    }

    @Test("is required to claim a device, else nothing is sent")
    func isNeededForAClaim() async throws {
        let keys = try await keys(ScriptedTransport())
        #expect(try await failure { try await keys.claim(.named("phone")) }.invalidReason != nil)
    }

    @Test("is changed by one call at a time")
    func isChangedInTurn() async throws {
        let server = MiataruServer()
        let keys = try await keys(server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { try await keys.set(.of("key \(number)"), for: device) } }
            try await group.waitForAll()
        }
        #expect(server.now.requests == 20)
        #expect(try await keys.key(for: device)?.secret == server.now.keys["phone"])
    }

    @Test("that cannot be stored is not sent")
    func isNotSentUnkept() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil, secrets: FullSecretStore())
        let error = try await failure { try await client.locations.keys.set(for: .named("phone")) }
        #expect(error == .storage("full"))
    }
}

private struct FullSecretStore: BaliseSecretStore {
    func read(_ name: String) -> Data? { nil }
    func write(_ data: Data, _ name: String) throws(BaliseError) { throw .storage("full") }
    func remove(_ name: String) {}
}
