import Balise
import Foundation
import Testing

@Suite("The calls about push devices")
struct PushAPITests {
    private static let token =
        #"{"id":"pt_1","type":"apns","platform":"ios","environment":"PRODUCTION","deviceId":null,"muted":true,"#
        + #""createdAt":"2026-01-31T12:00:00Z","updatedAt":"2026-01-31T12:00:00Z"}"#

    @Test("register the tokens of a Live Activity, and report its end")
    func liveActivities() async throws {
        let registered = #"{"success":true,"data":\#(Self.token.dropLast()),"isNew":true,"message":"Registered."}}"#
        let transport = ScriptedTransport(
            .json(registered), .json(registered), .json(#"{"success":true,"message":"Ended.","data":{}}"#),
            .json(registered))
        let push = try await BaliseClient.scripted(transport).push
        let device = PushDevice(environment: .sandbox, deviceID: "phone", appVersion: nil, bundleID: "com.example.app")
        let (tokens, given) = AsyncStream<Data>.makeStream()
        given.yield(Data([0x0A, 0xFF]))
        given.yield(Data([0x00, 0x01]))
        given.finish()
        try await push.register(tokens, of: "match/7", type: "MatchAttributes", on: device)
        let (starting, starts) = AsyncStream<Data>.makeStream()
        starts.yield(Data([0xAB]))
        starts.finish()
        try await push.register(starting, of: nil, type: "MatchAttributes", on: device)
        #expect(
            transport.calls.map(\.line) == [
                "POST /api/v1/push/live-activities", "POST /api/v1/push/live-activities",
                "DELETE /api/v1/push/live-activities/match%2F7", "POST /api/v1/push/live-activities",
            ])
        #expect(
            transport.calls.map(\.text) == [
                #"{"token":"0aff","activityType":"MatchAttributes","activity":"match/7","environment":"SANDBOX","#
                    + #""deviceId":"phone","bundleId":"com.example.app"}"#,
                #"{"token":"0001","activityType":"MatchAttributes","activity":"match/7","environment":"SANDBOX","#
                    + #""deviceId":"phone","bundleId":"com.example.app"}"#,
                "",
                #"{"token":"ab","activityType":"MatchAttributes","environment":"SANDBOX","deviceId":"phone","#
                    + #""bundleId":"com.example.app"}"#,
            ])
    }
}
