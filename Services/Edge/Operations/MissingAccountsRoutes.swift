// GET /missing-accounts, POST /missing-accounts/erase and /keep: what services keep of accounts that identity no longer
// has.

import Models
import OperatorAPI

func listMissingAccounts(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reports = await call.askAll(CountMissingAccounts())
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
        var decided: [ServiceName] = []
        var failures: [EdgeError] = []
        let services = call.health.peers.keys.sorted { $0.rawValue < $1.rawValue }
        for service in services {
            do throws(EdgeError) {
                if try await call.send(DecideMissingAccounts(decision), to: service).isDecided {
                    decided.append(service)
                }
            } catch {
                failures.append(error)
            }
        }
        if let failure = failures.first, failures.count == services.count { throw failure }
        return .body(DecidedServices(services: decided.map(\.description)))
    }
}
