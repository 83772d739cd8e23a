@testable import Push

extension APNsStreamsTests {
    func send(
        _ count: Int, asking check: ScriptedSendCheck, payload: Data? = nil, by gateway: APNsGateway
    ) -> Task<[DeliveryOutcome], Never> {
        Task {
            await withTaskGroup(of: DeliveryOutcome.self) { group in
                for number in 0..<count {
                    var push = OutgoingPush.sample(number)
                    if let payload { push.payload = payload }
                    push.check = check
                    group.addTask { [push] in await gateway.send(push) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
    }

    @Test("A push that was cancelled while its stream's window was too small never leaves", arguments: [0, 10])
    func takenBackInTheMiddle(window: Int) async throws {
        try await proven(team.plan()) { apns, gateway in
            apns.answer("aa", nil)
            let (heeded, before) = (apns.acknowledged, apns.arrived)
            apns.announce(streamWindow: window)
            #expect(await eventually { apns.acknowledged > heeded })
            let check = ScriptedSendCheck()
            let outcomes = send(8, asking: check, by: gateway)
            #expect(
                await eventually {
                    apns.arrived.requests == before.requests + 8 && apns.arrived.bytes == before.bytes + 8 * window
                })
            check.takeBack()
            apns.grant(1000)
            let all = await outcomes.value
            #expect(all.count == 8 && all.allSatisfy { $0 == .outdated })
            #expect(await eventually { apns.arrived.resets == 8 })
            #expect(apns.count == 1 && apns.arrived.bytes == before.bytes + 8 * window)
            apns.announce(streamWindow: 65_535)
            #expect(await eventually { apns.acknowledged > heeded + 1 })
            #expect(isSent(await gateway.send(.sample(99))))
            #expect(apns.connections == 1)
        }
    }

    @Test("A cancelled push is reset soon, even if the peer is silent and takes no new stream")
    func takenBackInSilence() async throws {
        try await proven(team.plan()) { apns, gateway in
            apns.answer("aa", nil)
            let (heeded, before) = (apns.acknowledged, apns.arrived)
            apns.announce(streamWindow: 0)
            #expect(await eventually { apns.acknowledged > heeded })
            let check = ScriptedSendCheck()
            let outcomes = send(8, asking: check, by: gateway)
            #expect(await eventually { apns.arrived.requests == before.requests + 8 })
            apns.goAway("Shutdown", taking: 8)
            apns.announce(streamWindow: 0)
            #expect(await eventually { apns.acknowledged == heeded + 2 })
            check.takeBack()
            let all = await outcomes.value
            #expect(all.count == 8 && all.allSatisfy { $0 == .outdated })
            #expect(apns.count == 1 && apns.arrived.bytes == before.bytes)
        }
    }

    @Test("A window that grows slowly lets all pushes through complete")
    func smallWindow() async throws {
        try await proven(team.plan()) { apns, gateway in
            apns.answer("aa", nil)
            let (heeded, before) = (apns.acknowledged, apns.arrived)
            apns.announce(streamWindow: 7)
            #expect(await eventually { apns.acknowledged > heeded })
            let outcomes = send(8, asking: ScriptedSendCheck(), by: gateway)
            #expect(
                await eventually {
                    if apns.arrived.requests == before.requests + 8 { apns.grant(5) }
                    return apns.count == 9
                })
            #expect(await outcomes.value.allSatisfy(isSent))
            #expect(apns.notifications.allSatisfy { $0.payload == OutgoingPush.sample().payload })
            #expect(apns.connections == 1 && apns.arrived.resets == 0)
        }
    }

    @Test("A push that waited for the connection's window is checked again before it leaves")
    func connectionWindow() async throws {
        try await proven(team.plan()) { apns, gateway in
            apns.answer("aa", nil)
            apns.withholdConnectionWindows()
            let check = ScriptedSendCheck()
            let body = #"{"aps":{"alert":"\#(String(repeating: "x", count: 4000))"}}"#
            let outcomes = send(20, asking: check, payload: Data(body.utf8), by: gateway)
            // As many as fit into 65,535 bytes (RFC 9113, section 6.9.2) with the earlier ones.
            #expect(await eventually { apns.count == 17 })
            check.takeBack()
            apns.grant(1)
            let all = await outcomes.value
            #expect(all.count(where: isSent) == 16 && all.count { $0 == .outdated } == 4)
            #expect(apns.count == 17 && apns.arrived.requests == 17)
            #expect(isSent(await gateway.send(.sample(99))))
        }
    }
}
