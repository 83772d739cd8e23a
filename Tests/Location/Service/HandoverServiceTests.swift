@testable import Location

@Suite("A ticket that hands a device over", .timeLimit(.minutes(10))) struct HandoverServiceTests {
    private let phone = SessionID("phone")!

    private func ticket(_ location: LocationHarness, in session: SessionID?) async throws -> SecretText {
        try await location.send(OfferDevice(account: .ada, device: .owner, session: session)).ticket
    }

    private func prepare(_ location: LocationHarness) async throws {
        _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
        _ = try await location.send(ClaimDevice(account: .ada, device: .owner, key: .right))
    }

    private func isHandedOver(_ take: TakeOverDevice, _ location: LocationHarness) async throws -> Bool {
        do throws(BusError) {
            _ = try await location.send(take)
            return true
        } catch {
            guard case .unavailable(.authSession) = error else { throw error }
            return false
        }
    }

    @Test("A ticket is valid as long as the session that created it")
    func session() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            let auth = try ScriptedAuthSession(at: location.sessions, living: [phone])
            let tablet = SessionID("tablet")!
            for session in [tablet, nil] {
                let take = TakeOverDevice(account: .ben, ticket: try await ticket(location, in: session))
                #expect(try await location.outcome(take) == .invalidToken)
            }
            #expect(try await location.send(ListClaimedDevices(account: .ada)).map(\.canResetKey) == [true])

            let take = TakeOverDevice(account: .ben, ticket: try await ticket(location, in: phone))
            auth.living.withLock { $0 = [] }
            #expect(try await location.outcome(take) == .invalidToken)
            auth.living.withLock { $0 = [phone] }
            #expect(try await location.send(take).device.device == .owner)
            #expect(auth.asked.withLock { $0 } == [tablet, phone, phone])
            await auth.end()
        }
    }

    @Test("A ticket is listed until it expires or the device has another key")
    func listed() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            func ends() async throws -> [UnixTime?] {
                try await location.send(ListClaimedDevices(account: .ada)).map(\.handoverEndsAt)
            }
            #expect(try await ends() == [nil])
            _ = try await ticket(location, in: phone)
            let end = location.clock.now().adding(seconds: DeviceClaim.handoverSeconds)
            #expect(try await ends() == [end])
            location.clock.set(end)
            #expect(try await ends() == [nil])
            _ = try await ticket(location, in: phone)
            #expect(try await ends() == [end.adding(seconds: DeviceClaim.handoverSeconds)])
            _ = try await location.send(SetDeviceKey(device: .owner, currentKey: .right, newKey: .of("another")))
            #expect(try await ends() == [nil])
        }
    }

    @Test("Without auth-session it hands nothing over, and stays valid")
    func away() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            let take = TakeOverDevice(account: .ben, ticket: try await ticket(location, in: phone))
            #expect(try await !isHandedOver(take, location))
            let auth = try ScriptedAuthSession(at: location.sessions, living: [phone])
            #expect(try await eventually { try await isHandedOver(take, location) }, "the device is handed over")
            await auth.end()
        }
    }
}

private final class ScriptedAuthSession: Sendable {
    let living: Mutex<Set<SessionID>>
    let asked = Mutex<[SessionID]>([])
    private let bus: MessageBus

    init(at endpoint: Endpoint, living: Set<SessionID>) throws {
        self.living = Mutex(living)
        bus = try MessageBus(.patient(.authSession))
        var handlers = HandlerTable()
        handlers.on(CheckSession.self) { [self] request, _ in
            asked.withLock { $0.append(request.session) }
            return CheckSession.Reply(isLiving: self.living.withLock { $0.contains(request.session) })
        }
        _ = try bus.serve(
            .authSession, at: endpoint, permissions: Permissions([.location: [CheckSession.self]]), handlers: handlers)
    }

    func end() async { await bus.shutDown(drain: .zero) }
}
