import ArgumentParser
import Foundation
import OperatorAPI

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

struct ExportAccount: OperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all data of an account to a ZIP file, for its user. The user is notified by e-mail.")

    @OptionGroup var named: AccountArgument
    @Argument(help: "The file to create. It must not exist yet.")
    var file: String
    @OptionGroup var output: OutputOptions

    func carryOut(_ client: OperatorClient) throws {
        // Created before the call, which records the export and informs the user.
        let output = try NewFile(file)
        let id: String
        do {
            id = try named.find(client).id
            try client.fetch(OperatorCalls.operatorExportAccount, id, to: output.handle)
            try output.handle.close()
        } catch {
            output.remove()
            throw error
        }
        client.report(
            "wrote all data of account \(id) to \(file); its user is notified by e-mail, if the account has an address")
    }
}

private struct NewFile {
    let handle: FileHandle
    private let path: String

    init(_ path: String) throws(NotDone) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw NotDone(
                description: errno == EEXIST
                    ? "there is a file \(path) already; name another one"
                    : "cannot make the file \(path): \(String(cString: strerror(errno))); name another one")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
    }

    func remove() { unlink(path) }
}
