// Secrets on the command line.

extension BadSettingTests {
    @Test("A secret on the command line is refused with what to use in its place, for every setting that holds one")
    func visibleSecrets() throws {
        let secrets = SettingsCatalogue.balise.keys.filter(\.isSecret)
        #expect(secrets.count >= 10)
        for key in secrets {
            let option = key.optionName.replacing("<name>", with: "mine")
            for arguments in [[option, "pa55w0rd-pa55w0rd"], ["\(option)=pa55w0rd-pa55w0rd"], [option]] {
                let error = try failure(arguments: arguments)
                let variable = key.environmentName.replacing("<NAME>", with: "MINE")
                #expect(error.problems.contains { $0.isUsage && $0.message.hasPrefix(option) })
                #expect(error.description.contains("every user of this machine can read a secret there"), "\(error)")
                #expect(
                    error.description.contains("set \(variable), or \(variable)_FILE or \(option)-file"), "\(error)")
                #expect(!error.description.contains("pa55w0rd"))
            }
        }
        #expect(try failure(arguments: ["--operations-key", "pa55w0rd-pa55w0rd"]).exitCode == 64)
        let file = try TemporaryFolder()
        let path = try file.write("0123456789abcdef", to: "key")
        #expect(try Settings.load(arguments: ["--operations-key-file", path], environment: [:]).operations.key != nil)
    }
}
