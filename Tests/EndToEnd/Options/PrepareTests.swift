import Models

extension EndToEnd {
    @Suite("Preparing the folders of containers") struct PrepareTests {
        @Test("`prepare` writes only into the folders of the services, and keeps existing keys")
        func readOnlyAround() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "balise-" + Fresh.token(8))
            let keys = folder.appending(path: "keys")
            for service in ServiceName.allCases {
                try FileManager.default.createDirectory(
                    at: keys.appending(path: service.description), withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            try setMode(0o500, of: keys)
            defer {
                try? setMode(0o700, of: keys)
                try? FileManager.default.removeItem(at: folder)
            }
            let secret = keys.appending(path: "push/push.secret")
            #expect(try await prepare(keys) == 0)
            let made = try Data(contentsOf: secret)
            #expect(try await prepare(keys) == 0)
            #expect(try Data(contentsOf: secret) == made)
            #expect(try FileManager.default.contentsOfDirectory(atPath: keys.path).count == ServiceName.allCases.count)
        }

        private func setMode(_ mode: Int, of folder: URL) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
        }

        /// Root could write everywhere, so it drops that right first.
        private func prepare(_ keys: URL) async throws -> Int32 {
            let program = try BuiltPrograms.url("balise")
            let asRoot = (URL(fileURLWithPath: "/usr/bin/setpriv"), ["--bounding-set=-dac_override", program.path])
            let (executable, words) = geteuid() == 0 ? asRoot : (program, [])
            return try await Process.output(
                of: executable, words + ["prepare"], environment: ["BALISE_BUS_KEYS": keys.path]
            ).status
        }
    }
}
