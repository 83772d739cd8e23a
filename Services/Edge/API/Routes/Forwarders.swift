import BaliseAPI
import Models

func listForwarders(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let forwarders = try await call.send(ListForwarders(account: caller.account, device: try call.device()))
    return .enveloped(
        BaliseForwarderList(forwarders: forwarders.map { BaliseForwarder($0) }, totalCount: forwarders.count))
}

func createForwarder(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateForwarderRequest.self)
    let message = CreateForwarder(
        account: caller.account, device: try call.device(), name: Personal(body.name), form: body.form, url: body.url,
        precision: body.precision ?? .exact, user: body.user.map { Personal($0) }, password: body.password,
        secret: body.secret)
    return .enveloped(BaliseForwarder(try await call.send(message)))
}

func removeForwarder(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        RemoveForwarder(account: caller.account, device: try call.device(), forwarder: try call.forwarder()),
        done: "The forwarder is removed. It sends no more places.")
}

func testForwarder(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let result = try await call.send(
        TestForwarder(account: caller.account, device: try call.device(), forwarder: try call.forwarder()))
    return .enveloped(
        BaliseForwarderTest(accepted: result.isAccepted, status: result.status, outcome: result.outcome))
}

extension APICall {
    fileprivate func forwarder() throws(EdgeError) -> ForwarderID {
        guard let id = ForwarderID(try parameter(1)) else { throw EdgeError(.notFound, "") }
        return id
    }
}

extension BaliseForwarder {
    fileprivate init(_ forwarder: Forwarder) {
        self.init(
            id: forwarder.id.text, device: forwarder.device.text, name: forwarder.name.value, form: forwarder.form,
            origin: forwarder.origin.value, precision: forwarder.precision, createdAt: forwarder.createdAt.date,
            waiting: forwarder.waiting, dropped: forwarder.dropped, sentAt: forwarder.sentAt?.date,
            deliveredAt: forwarder.deliveredAt?.date, problem: forwarder.problem, nextAt: forwarder.nextAt?.date)
    }
}
