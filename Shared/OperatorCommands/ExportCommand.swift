// `accounts export`: all that is kept of an account, for its person.

import ArgumentParser
import Foundation
import OperatorAPI

struct ExportAccount: OperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all that is kept of an account to a ZIP file, for its person, who is told by e-mail.")

    @OptionGroup var named: AccountArgument
    @Argument(help: "Where the archive is to be; there may be no file yet.")
    var file: String
    @OptionGroup var output: OutputOptions

    func carryOut(_ client: OperatorClient) throws {
        // Before anybody is told of an export. `fetch` makes the file before it asks.
        guard !FileManager.default.fileExists(atPath: file) else {
            throw NotDone(description: "there is a file \(file) already; name another one")
        }
        let id = try named.find(client).id
        try client.fetch(OperatorCalls.operatorExportAccount, id, to: URL(fileURLWithPath: file))
        client.report(
            "wrote all that is kept of account \(id) to \(file); its person is told by e-mail, if there is an address")
    }
}
