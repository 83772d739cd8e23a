import ArgumentParser

@testable import balise_cli

@Suite("The help of the command line")
struct HelpTests {
    @Test("Help for a command that exists", arguments: [[], ["tracker"], ["tracker", "add"], ["tracker", "--help"]])
    func known(_ words: [String]) throws { try BaliseCommand.checkHelp(["help"] + words) }

    @Test("Help for another command is a wrong usage", arguments: [["nonsense"], ["tracker", "nonsense"]])
    func unknown(_ words: [String]) {
        let error = #expect(throws: ValidationError.self) { try BaliseCommand.checkHelp(["help"] + words) }
        #expect(error?.message.hasPrefix("There is no command \"nonsense\".") == true)
    }
}
