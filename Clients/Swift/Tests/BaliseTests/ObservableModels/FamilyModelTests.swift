@testable import Balise

@Suite("The model of a family", .timeLimit(.minutes(10)))
@MainActor
struct FamilyModelTests {
    private nonisolated static let devices =
        #"{"success":true,"data":{"devices":[{"device":"mine","isOwn":true},"#
        + #"{"device":"bens","isOwn":false,"account":"a2","precision":"town"}],"totalCount":2}}"#
    private nonisolated static let circles =
        #"{"success":true,"data":{"circles":[{"id":"c1","name":"Us","createdAt":"2027-01-15T08:00:00Z","#
        + #""creator":"a1","members":[{"account":"a2","name":"Ben","joinedAt":"2027-01-15T08:00:00Z"}],"#
        + #""consent":{"place":"exact","battery":true,"questions":true}}],"totalCount":1}}"#
    private nonisolated static let circle =
        #"{"success":true,"data":{"id":"c1","name":"Us","createdAt":"2027-01-15T08:00:00Z","creator":"a1","#
        + #""members":[],"consent":{"battery":true,"questions":true}}}"#

    private nonisolated static func place(_ device: String) -> String {
        """
        event: place
        data: {"Device":"\(device)","Timestamp":"1700000000","Longitude":"2","Latitude":"1",\
        "HorizontalAccuracy":"3","BatteryLevel":"80"}


        """
    }

    @Test("shows each member by name, with precision and battery, and own devices last")
    func shows() async throws {
        let server = FamilyServer(
            ScriptedTransport(.json(Self.devices), .json(Self.circles)), StreamingTransport(.text(Self.place("bens"))))
        let model = BaliseFamilyModel(try await .scripted(server))
        await model.run()
        #expect(model.members.map(\.device.text) == ["bens", "mine"])
        let ben = try #require(model.members.first)
        #expect(ben.name == "Ben" && ben.precision == .town && ben.place?.batteryLevel == 80 && !ben.isOwn)
        #expect(model.members.last?.isOwn == true && model.members.last?.place == nil)
    }

    @Test("loads the names again for a device that is new, once")
    func newDevice() async throws {
        let calls = ScriptedTransport(
            .json(#"{"success":true,"data":{"devices":[],"totalCount":0}}"#), .json(Self.circles),
            .json(Self.devices), .json(Self.circles))
        let server = FamilyServer(calls, StreamingTransport(.text(Self.place("bens") + Self.place("bens"))))
        let model = BaliseFamilyModel(try await .scripted(server))
        await model.run()
        #expect(model.members.first?.name == "Ben" && calls.calls.count == 4)
    }

    @Test("asks a member, and pauses without changing the rest of the consent")
    func asksAndPauses() async throws {
        let calls = ScriptedTransport(
            .json(#"{"success":true,"data":{"pushDevices":1}}"#), .refusal(429, "RATE_LIMITED"), .json(Self.circles),
            .json(Self.circle))
        let model = BaliseFamilyModel(
            try await .scripted(FamilyServer(calls, StreamingTransport())) { @Sendable in $0.retries = .never })
        let ben = try LocationDeviceID.named("bens")
        #expect(await model.ask(for: ben) == 1)
        #expect(await model.ask(for: ben) == nil)
        #expect(model.problem?.status == 429)
        #expect(await model.pause(until: Date(timeIntervalSince1970: 1_800_000_600)))
        #expect(
            calls.calls.last?.text
                == #"{"place":"exact","battery":true,"pausedUntil":"2027-01-15T08:10:00.000Z","questions":true}"#)
    }

    @Test("drops a device that is no longer visible, with its name")
    func gone() throws {
        var state = MemberPlaces()
        let ben = try LocationDeviceID.named("bens")
        let visible = VisibleDevice(device: "bens", isOwn: false, account: "a2", precision: .town)
        state.describe([visible], [])
        let changes: [LivePlace] = [
            .place(LocationResult(device: ben, location: .at(1))), .gone(ben),
            .place(LocationResult(device: ben, location: .at(2))), .reset,
        ]
        var (isNew, shown) = ([Bool](), [Int]())
        for change in changes {
            isNew.append(state.take(change))
            shown.append(state.members.count)
        }
        // After it is gone, its details are unknown again.
        #expect(isNew == [false, false, true, false])
        #expect(shown == [1, 0, 1, 0])
    }
}

/// Answers calls by one script, and streams by another.
private final class FamilyServer: BaliseStreamingTransport {
    private let calls: ScriptedTransport
    private let streams: StreamingTransport

    init(_ calls: ScriptedTransport, _ streams: StreamingTransport) { (self.calls, self.streams) = (calls, streams) }

    func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        try await calls.send(call)
    }

    func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream {
        try await streams.stream(call)
    }
}
