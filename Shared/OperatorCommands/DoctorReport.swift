import BaliseAPI
import BaliseJSON
import Foundation
public import Models
import OperatorAPI

/// The report of the command `doctor`, with its exit status.
public struct DoctorReport {
    private let list: CheckList

    /// Reads the response to GET /checks.
    public init(answer: String) throws(NotDone) {
        do { list = try CheckList(jsonText: Array(answer.utf8)) } catch {
            throw NotDone(description: "the answer of the operations port is not understood; is it of another version?")
        }
    }

    /// Creates a report of the checks of a data folder, without a running program.
    public init(_ checks: [(service: String, check: HealthCheck)]) {
        list = CheckList(checks.map { ListedCheck(service: $0.service, $0.check) })
    }

    public static let path = OperatorCalls.listChecks.path(filling: [])

    /// The exit status: 0 if there is no warning, 1 for warnings, 2 for failures.
    public var status: Int32 {
        switch list.state {
        case HealthCheck.State.failure.word: ExitStatus.checksFailed.rawValue
        case HealthCheck.State.warning.word: ExitStatus.failed.rawValue
        default: ExitStatus.done.rawValue
        }
    }

    public var json: String { String(decoding: list.json.bytes, as: UTF8.self) }

    /// The report's lines, one for each finding: its state, the processes with it, its name and text, and the remedy.
    public var lines: [String] {
        var findings: [(state: String, processes: [String], text: String)] = []
        for check in list.checks {
            let process = check.replica.map { "\(check.service) at \($0)" } ?? check.service
            let name = check.subject.map { "\(check.name) (\($0))" } ?? check.name
            let text = "\(name): \(check.found)" + (check.remedy.map { "; to do: \($0)" } ?? "")
            if let known = findings.firstIndex(where: { $0.state == check.state && $0.text == text }) {
                findings[known].processes.append(process)
            } else {
                findings.append((check.state, [process], text))
            }
        }
        return findings.map { finding in
            let state = finding.state.padding(toLength: 8, withPad: " ", startingAt: 0)
            return printable("\(state) \(finding.processes.joined(separator: ", ")): \(finding.text)")
        }
    }
}
