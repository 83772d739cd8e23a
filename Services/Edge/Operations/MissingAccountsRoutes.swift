// GET /missing-accounts, POST /missing-accounts/erase and /keep: what services keep of accounts that identity no longer has.

import BaliseJSON
import Models

func listMissingAccounts(_ call: OperationsCall) async -> Answer {
    let reports = await call.health.ask(CountMissingAccounts(), call.request.context)
    let services = reports.compactMap { report -> JSONObject? in
        guard let count = report.value, count.missing > 0 else { return nil }
        var one = JSONObject()
        one.set("service", report.service.description)
        one.set("missing", count.missing)
        one.set("accounts", count.total)
        return one
    }
    var json = JSONObject()
    json.set("services", services)
    return Answer(json: json.bytes)
}

func eraseMissingAccounts(_ call: OperationsCall) async -> Answer { await decideMissingAccounts(.erase, call) }

func keepMissingAccounts(_ call: OperationsCall) async -> Answer { await decideMissingAccounts(.keep, call) }

/// Names the services that had something to decide. One that does not answer has not heard, and is asked again by the
/// operator.
private func decideMissingAccounts(_ decision: DecideMissingAccounts.Decision, _ call: OperationsCall) async -> Answer {
    let reports = await call.health.ask(DecideMissingAccounts(decision), call.request.context)
    let decided = reports.filter { $0.value?.isDecided == true }.map(\.service.description)
    var json = JSONObject()
    json.set("services", decided)
    return Answer(json: json.bytes)
}
