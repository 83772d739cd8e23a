enum Privacy {
    static func check(_ balise: RunningBalise, alsoUnlogged canaries: [String] = []) throws {
        let logs = try balise.logs()
        for canary in Fresh.marks + canaries {
            let line = logs.split(separator: "\n").first { $0.contains(canary) }
            #expect(line == nil, "a log holds \(canary)")
        }
        // Access tokens, secrets of sessions, refresh tokens, links for new passwords, API keys.
        let token = logs.firstMatch(of: /eyJ[\w-]{8,}\.|\bb[srk]_[\w.-]{20,}|\bpr_[\w-]{20,}/)
        #expect(token == nil, "a log holds a token: \(token?.output.prefix(12) ?? "")")
        for file in try databaseFiles(of: balise) {
            let bytes = try Data(contentsOf: file)
            for (mark, what) in [(Fresh.keyMark, "a device key"), (Fresh.passwordMark, "a password")] {
                #expect(bytes.range(of: Data(mark.utf8)) == nil, "\(file.lastPathComponent) holds \(what) in clear")
            }
            for mark in Fresh.deviceMarks {
                #expect(!file.path.contains(mark), "a file is called like a push token")
                // Only push needs the tokens themselves.
                guard !file.lastPathComponent.hasPrefix("push.sq") else { continue }
                #expect(bytes.range(of: Data(mark.utf8)) == nil, "\(file.lastPathComponent) holds a push token")
            }
        }
    }

    static func databaseFiles(of balise: RunningBalise) throws -> [URL] {
        let all = FileManager.default.enumerator(at: balise.dataFolder, includingPropertiesForKeys: [.isRegularFileKey])
        let files = (all?.allObjects as? [URL] ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
        return files.filter { $0.pathExtension != "lock" } + (try balise.dumps())
    }
}
