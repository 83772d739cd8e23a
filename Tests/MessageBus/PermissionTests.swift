extension BusTests {
    @Suite struct PermissionTests {
        @Test(arguments: Way.allCases) func aCallerMaySendOnlyItsPermittedMessages(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve(permitting: [Echo.self]) {
                    $0.on(Echo.self) { Echo.Reply($0, $1) }
                    $0.on(Add.self) { _, _ in Done() }
                }
                let client = bus.client()
                #expect(await client.ending(of: Echo(text: "")) == "reply")
                #expect(await client.ending(of: Add(amount: 1)) == "notPermitted")
                #expect(
                    bus.serverReports.contains {
                        if case .notPermitted(.location, .edge, Add.code) = $0 { true } else { false }
                    })
            }
        }

        @Test func aMessageIsAcceptedFromItsSendersOnly() async throws {
            try await withBus(.inproc) { bus in
                _ = try bus.serve(permitting: nil) {
                    $0.on(Echo.self) { Echo.Reply($0, $1) }
                    $0.on(Add.self, from: [.location]) { _, _ in Done() }
                }
                let (edge, location) = (bus.client(), bus.client(as: .location))
                #expect(await edge.ending(of: Echo(text: "")) == "reply")
                #expect(await location.ending(of: Echo(text: "")) == "notPermitted")
                #expect(await edge.ending(of: Add(amount: 1)) == "notPermitted")
                #expect(await location.ending(of: Add(amount: 1)) == "reply")
            }
        }

        @Test(arguments: [Way.inproc, .ipc, .tcp])
        func onlyAuthSessionMaySendAnActOfAnOperator(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve(permitting: nil) {
                    $0.on(Reset.self) { request, context in
                        guard context.act?.id == CurrentRequest.validity?.act?.id else { throw BusError.unknownMessage }
                        return Reset.Reply(act: context.act?.id)
                    }
                }
                let (edge, authSession) = (bus.client(), bus.client(as: .authSession))
                // Only auth-session may set the mark of a user's request.
                var acting = context()
                acting.act = ActMark(id: "a1", at: UnixTime(milliseconds: 0))
                let asked = try await edge.send(Reset(account: "ada"), acting)
                #expect(asked.act == nil)
                #expect(await edge.ending(of: Reset(account: nil)) == "notPermitted")
                #expect(
                    bus.serverReports.contains {
                        if case .notPermitted(.location, .edge, Reset.code) = $0 { true } else { false }
                    })
                #expect(try await authSession.send(Reset(account: nil), acting).act == "a1")
            }
        }

        @Test func aHandlerLearnsItsCaller() async throws {
            try await withBus(.inproc) { bus in
                _ = try bus.serve(permitting: nil) {
                    $0.onCaller(Add.self, from: [.location, .edge]) { _, caller, _ in
                        guard caller == .edge else { throw ServiceError(.forbidden, "not for \(caller)") }
                        return Done()
                    }
                }
                #expect(await bus.client().ending(of: Add(amount: 1)) == "reply")
                #expect(await bus.client(as: .location).ending(of: Add(amount: 1)) != "reply")
                #expect(await bus.client(as: .push).ending(of: Add(amount: 1)) == "notPermitted")
            }
        }

        @Test func aCallerMayNotUseTheNameOfAnother() async throws {
            try await withBus(.curve) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                // The location service's key, and the edge's name in the header.
                let thief = CurvePair()
                let known: [ServiceName: CurvePublicKey] = [
                    .edge: bus.keys[.edge]!.publicKey, .location: CurveKeyPair(thief.secretKey)!.publicKey,
                ]
                var configuration = BusConfiguration(name: .location) { bus.serverReports.receive($0) }
                configuration.curve = CurveConfiguration(own: [.location: bus.keys[.location]!], known: known)
                let secondBus = try MessageBus(configuration)
                var handlers = HandlerTable()
                handlers.on(Echo.self) { Echo.Reply($0, $1) }
                let server = try secondBus.serve(
                    .location, at: try Endpoint("tcp://127.0.0.1:0"), permissions: Permissions([.edge: [Echo.self]]),
                    handlers: handlers)
                let peer = try RawPeer(callingAt: server.endpoint, keys: (thief, bus.keys[.location]!.publicKey))
                try peer.send(RawFrame().bytes)
                let answer = try #require(try await peer.receive().flatMap { RawFrame.reading($0[0]) })
                #expect(answer == (3, 6, 77))
                #expect(
                    bus.serverReports.contains {
                        if case .falseName(.location, claimed: .edge, key: "location") = $0 { true } else { false }
                    })
                await secondBus.shutDown(drain: .zero)
            }
        }

        @Test func aCallerWithAnUnknownKeyIsRefused() async throws {
            try await withBus(.curve, limits: BusLimits()) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                var configuration = BusConfiguration(name: .edge) { bus.clientReports.receive($0) }
                configuration.curve = CurveConfiguration(
                    own: [.edge: try CurveKeys.generate()], known: bus.keys.mapValues(\.publicKey))
                let stranger = try MessageBus(configuration)
                let client = stranger.client(as: .edge, endpoints: [.location: bus.endpoint])
                #expect(await client.ending(of: Echo(text: ""), context(.seconds(20))) == "unavailable(location)")
                try await eventually("the authenticator reports it") {
                    bus.serverReports.contains { if case .unknownKey = $0 { true } else { false } }
                }
                #expect(
                    await eventually {
                        bus.clientReports.contains {
                            guard case .disconnected(.location, _, let reason) = $0 else { return false }
                            return reason.isLasting
                        }
                    }, "the stranger is told why")
                await stranger.shutDown(drain: .zero)
                // Everybody else is served on.
                #expect(await bus.client().ending(of: Echo(text: "")) == "reply")
            }
        }

        @Test(arguments: [true, false])
        func aCallerWithAnotherKeyOfTheServiceOrNoneGetsNoAnswer(_ hasKey: Bool) async throws {
            try await withBus(.curve, limits: BusLimits()) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                var configuration = BusConfiguration(name: .edge) { bus.clientReports.receive($0) }
                if hasKey {
                    configuration.curve = CurveConfiguration(
                        own: [.edge: bus.keys[.edge]!], known: [.location: try CurveKeys.generate().publicKey])
                }
                let misled = try MessageBus(configuration)
                let client = misled.client(as: .edge, endpoints: [.location: bus.endpoint])
                #expect(await client.ending(of: Echo(text: ""), context(.seconds(20))) == "unavailable(location)")
                await misled.shutDown(drain: .zero)
            }
        }

        @Test func aServiceWithoutItsSecretKeyDoesNotListen() async throws {
            var configuration = BusConfiguration(name: .location)
            configuration.curve = CurveConfiguration(own: [:], known: [:])
            let bus = try MessageBus(configuration)
            #expect(throws: BusSetupError.self) {
                try bus.serve(
                    .location, at: try Endpoint("tcp://127.0.0.1:0"), permissions: Permissions([:]),
                    handlers: HandlerTable())
            }
            await bus.shutDown(drain: .zero)
        }
    }
}
