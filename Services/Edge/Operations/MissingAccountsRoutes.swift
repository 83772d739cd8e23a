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

/// Sends a decision to the services, and names those that had something to decide. The operator must repeat it for a
/// service that did not answer.
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
