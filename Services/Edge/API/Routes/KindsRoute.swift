import BaliseAPI
import Models

func getKinds(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(NotificationKindList(try await call.send(GetKinds(account: caller.account))))
}

func setKinds(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SetKindsRequest.self)
    let choices = body.kinds.map { SetKinds.Choice(name: $0.name, isOn: $0.enabled) }
    return .body(NotificationKindList(try await call.send(SetKinds(account: caller.account, choices: choices))))
}

extension NotificationKindList {
    fileprivate init(_ switches: KindSwitches) {
        self.init(
            kinds: switches.kinds.map {
                NotificationKindSwitch(name: $0.name, enabled: $0.isOn, mandatory: $0.isMandatory)
            })
    }
}
