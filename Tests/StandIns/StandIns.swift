import Crypto
import Fakes
import Foundation

/// Stands in for both hosts of APNs and for FCM.
enum StandIns {
    static func run(
        _ command: StandInCommand, until stop: StopSignal, say: @escaping @Sendable (String) -> Void
    ) async throws {
        let team = StandInTeam()
        let production = try await FakeAPNs(plan(team, command.apnsPort, isSandbox: false, say))
        let sandbox = try await FakeAPNs(plan(team, command.sandboxPort, isSandbox: true, say))
        let fcm = try await FakeFCM(port: command.fcmPort) { say(ArrivalLine.of($0)) }
        try StandInSettings(team: team, production: production, sandbox: sandbox, fcm: fcm).write(into: command.folder)
        say("stand-ins for APNs and FCM are ready: what is pushed is printed here and reaches no device")
        await stop.wait()
        try await production.stop()
        try await sandbox.stop()
        try await fcm.stop()
    }

    private static func plan(
        _ team: StandInTeam, _ port: Int, isSandbox: Bool, _ say: @escaping @Sendable (String) -> Void
    ) -> FakeAPNs.Plan {
        var plan = FakeAPNs.Plan()
        plan.port = port
        plan.team = (team.id, [team.keyID: team.key.publicKey])
        plan.keepsNotifications = false
        plan.arrival = { say(ArrivalLine.of($0, refusal: $1, isSandbox: isSandbox)) }
        return plan
    }
}

struct StandInTeam {
    let id = "STANDIN001"
    let keyID = "STANDINKEY"
    let key = P256.Signing.PrivateKey()
}
