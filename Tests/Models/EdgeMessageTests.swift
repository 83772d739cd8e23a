import Foundation
import Models
import Testing

@Suite("Messages of the edge")
struct EdgeMessageTests {
    /// They belong to no account yet, or each of their entries has a key or a session of its own.
    private static let ofStrangersAndEntries: Set<String> = [
        "Authenticate", "BeginPasskeySignIn", "BeginProviderSignIn", "CreateAccount", "RecordActivity",
        "RequestEmailSignIn", "RequestPasswordReset", "SignInAnonymously", "UpdateLocation",
    ]

    @Test("Each message is an act of operators, has a caller of its own, or only reads")
    func acts() throws {
        let acts = Set(OperatorActs.all.map { "\($0)" })
        let messages = try messages()
        let others = messages.filter { $0.isOfEdge && !acts.contains($0.name) }
        #expect(others.count > 100)
        // Let the message conform to OperatorAct and add it to OperatorActs.all, or add the member that says for whom it is.
        let withoutCaller = others.filter { !$0.hasCaller && !$0.onlyReads }.map(\.name)
        #expect(withoutCaller.sorted() == Self.ofStrangersAndEntries.sorted())
        #expect(messages.filter(\.isAct).map(\.name).filter { !acts.contains($0) } == [])
    }

    @Test("Acts are sent by auth-session, and by the edge only if users or publishers send them too")
    func senders() {
        let mixed = Set(
            OperatorActs.all.compactMap { $0 as? any ServiceRequest.Type }.filter { $0.senders.contains(.edge) }
                .map { "\($0)" })
        #expect(
            mixed.sorted() == [
                "CancelNotification", "ChangeNotification", "EndOtherSessions", "EndSeries", "EndSession",
                "RemoveDeviceKey", "ResetDeviceKey", "SendNotification", "SendTestPush",
                "SetSeries",
            ])
        let device = DeviceID("phone")!
        let account = AccountID("ada")!
        let operators = PublisherID.ofOperators!
        #expect(ResetDeviceKey(device: device).isOfOperator && RemoveDeviceKey(device: device).isOfOperator)
        #expect(!ResetDeviceKey(device: device, account: account).isOfOperator)
        #expect(CancelNotification(id: "a", of: nil).isOfOperator && EndSeries(name: "n", of: operators).isOfOperator)
        #expect(!CancelNotification(id: "a", of: PublisherID("shop")).isOfOperator)
        let test = SendTestPush(account: account, type: .offer, subject: .text("t"))
        #expect(!test.isOfOperator)
    }

    private struct Message {
        let name: String
        let isAct: Bool
        let isOfEdge: Bool
        /// Its account, its publisher, or a secret.
        let hasCaller: Bool

        /// As its name says.
        var onlyReads: Bool { name.starts(with: /Await|Count|Find|Get|List|Open|Preview|Review|Verify/) }
    }

    private func messages() throws -> [Message] {
        let models = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Shared/Models")
        let files = try #require(FileManager.default.enumerator(at: models, includingPropertiesForKeys: nil))
        let message = /^(\w+)(?:<[^>]*>)?: .*(?:RequestFromEdge|ServiceRequest|OperatorAct)/
        let callers =
            "AccountID|PublisherID|PublishingLimits[?]?|APIKeyID|DeviceKey[?]?|SecretText|OperatorCredential|PasskeyAssertion"
        let caller = try Regex("(?m)^    public (?:var|let) [a-zA-Z]+: \\[?(?:\(callers))\\]?(?: |$)")
        var messages: [Message] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = "\n\n" + (try String(contentsOf: file, encoding: .utf8))
            // The members and senders of a message are in its declaration, so in the lines up to the next one.
            for part in text.split(separator: "\npublic struct ").dropFirst() {
                let line = part.prefix { $0 != "\n" }
                guard let name = line.firstMatch(of: message)?.1 else { continue }
                let isOfEdge = line.contains("RequestFromEdge") || part.contains(/senders: Set<ServiceName>.*\.edge/)
                messages.append(
                    Message(
                        name: String(name), isAct: line.contains("OperatorAct"), isOfEdge: isOfEdge,
                        hasCaller: part.contains(caller)))
            }
        }
        return messages
    }
}
