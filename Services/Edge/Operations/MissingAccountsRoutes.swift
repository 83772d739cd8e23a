// GET /missing-accounts, POST /missing-accounts/erase and /keep: what services keep of accounts that identity no longer
// has.

import Models
import OperatorAPI

func listMissingAccounts(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reports = try await call.ask(CountMissingAccounts())
    let services = reports.compactMap { report -> MissingAccountList.Count? in
        guard let count = report.value, count.missing > 0 else { return nil }
        return .init(service: report.service.description, missing: count.missing, accounts: count.total)
    }
    return .body(MissingAccountList(services: services))
}

let eraseMissingAccounts = decideMissingAccounts(.erase)
let keepMissingAccounts = decideMissingAccounts(.keep)

/// Has the services carry a decision out, and names those that had something to decide. One that does not answer has not
/// heard, and is asked again by the operator.
private func decideMissingAccounts(_ decision: DecideMissingAccounts.Decision) -> OperationsHandler.Answering {
    { call throws(EdgeError) in
        try call.checkBodySaysNothing()
        let reports = try await call.ask(DecideMissingAccounts(decision))
        return .body(
            DecidedServices(services: reports.filter { $0.value?.isDecided == true }.map(\.service.description)))
    }
}
