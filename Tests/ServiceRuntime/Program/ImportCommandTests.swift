@testable import OperatorCommands
@testable import ServiceRuntime

@Suite("The import of users", .timeLimit(.minutes(10))) struct ImportCommandTests {
    private static let firebaseJSON = #"""
        {"users": [
        {"localId": "u1", "email": "ada@example.org", "emailVerified": true,
         "passwordHash": "bQk8", "salt": "c2FsdA==", "displayName": "Ada {\"[", "createdAt": "1486324170000",
         "disabled": true, "mfaInfo": [{"mfaEnrollmentId": "m"}],
         "providerUserInfo": [{"providerId": "google.com", "rawId": "12"}, {"providerId": "facebook.com", "rawId": "3"}]},
        {"localId": "u2", "phoneNumber": "+33612345678", "providerUserInfo": [{"providerId": "phone"}]}
        ]}
        """#

    private static let parameters = """
        hash_config {
          algorithm: SCRYPT,
          base64_signer_key: a2V5,
          base64_salt_separator: Bw==,
          rounds: 8,
          mem_cost: 14,
        }
        """

    private func users(
        _ text: String, from source: ImportSource, hashing parameters: FirebaseHashParameters? = nil
    ) throws -> [ReadUser] {
        let folder = try TemporaryFolder()
        let file = try ImportFile(try folder.write(text, to: "users"), from: source)
        var users: [ReadUser] = []
        while let entry = try file.next() {
            let record = try #require(entry.record)
            users.append(ReadUser(record, from: source, hashing: parameters, at: .start))
        }
        withExtendedLifetime(folder) {}
        return users
    }

    @Test("A JSON export of Firebase is read with its hashes, links, and what is not imported")
    func firebase() throws {
        let folder = try TemporaryFolder()
        let parameters = try FirebaseHashParameters(file: try folder.write(Self.parameters, to: "parameters"))
        withExtendedLifetime(folder) {}
        let users = try users(Self.firebaseJSON, from: .firebase, hashing: parameters)
        #expect(users.map(\.user.id.value) == ["u1", "u2"])
        let ada = try #require(users.first)
        #expect(ada.user.displayName?.value == "Ada {\"[" && ada.user.isDisabled == true)
        #expect(ada.user.createdAt == UnixTime(milliseconds: 1_486_324_170_000))
        #expect(ada.user.passwordHash?.value == "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=a2V5$c2FsdA==$bQk8")
        #expect(ada.user.links == [ImportedLink(issuer: "https://accounts.google.com", subject: "12")])
        #expect(ada.unknownProviders == ["facebook.com"] && ada.hasSecondStep)
        #expect(users[1].user.phoneNumber?.value == "+33612345678" && users[1].unknownProviders == [])
        let without = try #require(try self.users(Self.firebaseJSON, from: .firebase).first)
        #expect(without.user.passwordHash == nil && without.passwordFlaw?.contains("--hash-parameters") == true)
    }

    @Test("A CSV export of Firebase is read by its places, since it names no columns")
    func firebaseColumns() throws {
        let line =
            "u1,ada@example.org,true,bQk8,c2FsdA==,\"Lovelace, \"\"Ada\"\"\",,12,,,,,,,,77,,,,,,,,1486324170000,,+33612345678,true"
        let ada = try #require(try users(line + "\r\n", from: .firebase).first)
        #expect(ada.user.displayName?.value == "Lovelace, \"Ada\"" && ada.user.isDisabled == true)
        #expect(ada.user.links == [ImportedLink(issuer: "https://accounts.google.com", subject: "12")])
        #expect(ada.unknownProviders == ["twitter.com"] && ada.user.phoneNumber?.value == "+33612345678")
        #expect(ada.user.createdAt == UnixTime(milliseconds: 1_486_324_170_000))
    }

    @Test("Links of Supabase come from the provider's words, and not from data that users can change")
    func supabase() throws {
        let csv = """
            id,email,encrypted_password,email_confirmed_at,banned_until,raw_app_meta_data,raw_user_meta_data,created_at,phone
            s1,ada@example.org,$2a$10$x,2023-10-01 12:00:00.5+00,,"{""providers"": [""email"", ""google""]}","{""iss"": \
            ""https://accounts.google.com"", ""sub"": ""12"", ""full_name"": ""Ada""}",2023-10-01 12:00:00+00,33612345678
            s2,bob@example.org,,,2023-10-01 12:00:00+00,{},{},2023-10-01 12:00:00+00,
            """
        let users = try users(csv, from: .supabase)
        let ada = try #require(users.first)
        #expect(ada.user.links == nil && ada.unknownProviders == ["google"])
        #expect(ada.user.displayName?.value == "Ada" && ada.user.emailIsVerified == true)
        #expect(ada.user.passwordHash?.value == "$2a$10$x" && ada.user.phoneNumber?.value == "+33612345678")
        #expect(ada.user.createdAt == UnixTime(milliseconds: 1_696_161_600_000) && ada.user.isDisabled == nil)
        #expect(users[1].user.emailIsVerified == false && users[1].user.isDisabled == false)
        let json = #"""
            [{"id": "s1", "identities": [{"provider": "google", "id": "x", "identity_data": {"sub": "12"}}]},
             {"id": "s2", "deleted_at": "2023-10-01T12:00:00Z", "banned_until": "infinity"}]
            """#
        let listed = try self.users(json, from: .supabase)
        #expect(listed[0].user.links == [ImportedLink(issuer: "https://accounts.google.com", subject: "12")])
        #expect(listed[1].refusal == "it is deleted in Supabase" && listed[1].user.isDisabled == true)
    }

    @Test("Each hash of Appwrite is read in its own form")
    func appwrite() throws {
        let json = #"""
            {"total": 4, "users": [
            {"$id": "a1", "email": "ada@example.org", "password": "$argon2id$v=19$m=64,t=1,p=1$s$h", "hash": "argon2",
             "hashOptions": {"type": "argon2"}, "status": true, "mfa": true, "registration": "2020-10-15T06:38:00.000+00:00"},
            {"$id": "a2", "password": "00ff", "hash": "scrypt", "status": false,
             "hashOptions": {"salt": "salt", "costCpu": 8, "costMemory": 14, "costParallel": 1, "length": 64}},
            {"$id": "a3", "password": "aGFzaA==", "hash": "scryptMod",
             "hashOptions": {"salt": "c2FsdA==", "saltSeparator": "Bw==", "signerKey": "a2V5"}},
            {"$id": "a4", "password": "5f4dcc3b", "hash": "md5"}]}
            """#
        let users = try users(json, from: .appwrite)
        #expect(
            users.map { $0.user.passwordHash?.value } == [
                "$argon2id$v=19$m=64,t=1,p=1$s$h", "$scrypt$ln=3,r=14,p=1$c2FsdA==$AP8=",
                "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=a2V5$c2FsdA==$aGFzaA==", nil,
            ])
        #expect(users[0].hasSecondStep && users[0].user.isDisabled == false && users[1].user.isDisabled == true)
        #expect(users[3].passwordFlaw?.hasPrefix("MD5") == true)
    }

    @Test("A CSV export of PocketBase is read by the names of its columns")
    func pocketBase() throws {
        let csv =
            "\u{FEFF}id,username,email,verified,passwordHash,created\np1,ada,ada@example.org,1,$2a$10$x,2022-06-25 11:03:45.123Z\n\n"
        let ada = try #require(try users(csv, from: .pocketbase).first)
        #expect(ada.user.username == "ada" && ada.user.emailIsVerified == true)
        #expect(ada.user.passwordHash?.value == "$2a$10$x" && ada.user.createdAt?.rawValue == 1_656_155_025_123)
    }

    @Test(
        "A wrong file is refused with the reason",
        arguments: [
            ("", "is empty"), ("name,email\nada,a@b.c\n", "names no column id, no passwordHash or password: is"),
            ("id,mail,passwordHash\n", "names no column email: is this an export of pocketbase?"),
            ("id,email,pw\n", "add --without-passwords"),
            ("[{\"id\": \"a\"}", "the list of users is never closed"),
            ("[\n{\"id\":\n \"a", "the bracket or quote of line 2 is never closed"),
            ("{\"id\": 1}\n{\"id\": 2}", "one list of objects"),
            ("id,email,password\na,\"x\n\nb,", "the quote of line 2 is never closed"),
            ("[[[{}]]]", "one list of objects"),
        ])
    func wrong(_ text: String, _ reason: String) {
        let error = #expect(throws: NotDone.self) { try users(text, from: .pocketbase) }
        #expect(error?.description.contains(reason) == true)
    }

    @Test("A dry run sends portions without a token, and reports lines, reasons and counts")
    func dryRun() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "id,email,verified,passwordHash\np1,ada@example.org,1\np2,ADA@example.org,1\np3,bob@example.org,0\n,x@example.org,0\n",
            to: "users.csv")
        let tests = OperatorCommandTests()
        let results =
            #"{"results":[{"outcome":"made"},{"outcome":"refused","reason":"its e-mail address belongs to another account"}]}"#
        let (status, test, requests) = try await tests.run(
            ["accounts", "import", file, "--from", "pocketbase", "--dry-run"], [tests.ok(results)])
        withExtendedLifetime(folder) {}
        #expect(status == 0)
        #expect(requests.first?.hasPrefix("POST /account-imports/users HTTP/1.1\r\n") == true)
        #expect(requests.first?.contains("\"token\"") == false)
        #expect(
            test.output == """
                line 3: duplicate: a line before it has the same id, address, name or number
                line 4: refused: its e-mail address belongs to another account
                line 5: refused: it has no id
                would be new: 1, already there: 0, duplicates in the file: 1, refused: 2
                this was a dry run: nothing was written
                """)
    }

    @Test("Only new accounts count as without a password, and no control character reaches the terminal")
    func flaws() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            #"""
            [{"$id": "u1", "hash": "md5", "password": "5f4dcc3b"},
             {"$id": "u2", "hash": "md5", "password": "5f4dcc3b"}, {"$id": "u3", "hash": "md5", "password": "5f4dcc3b"}]
            """#, to: "users.json")
        let tests = OperatorCommandTests()
        let results =
            #"{"results":[{"outcome":"made"},{"outcome":"known"},{"outcome":"refused","reason":"at \u001b[31m"}]}"#
        let (status, test, _) = try await tests.run(
            ["accounts", "import", file, "--from", "appwrite", "--dry-run"], [tests.ok(results)])
        withExtendedLifetime(folder) {}
        #expect(status == 0)
        #expect(
            test.output == """
                line 1: the password cannot be imported: \
                MD5, SHA and plain text are guessed too fast; its user needs a link for a new password
                line 2: refused: at ?[31m
                would be new: 1, already there: 1, duplicates in the file: 0, refused: 1
                new without their password: 1
                this was a dry run: nothing was written
                """)
    }

    @Test("Nothing is written if Firebase's hashes lack parameters, or if the rest of a file cannot be read")
    func nothingWritten() async throws {
        let folder = try TemporaryFolder()
        let firebase = try folder.write(
            #"[{"localId": "u0"}, {"localId": "u1", "passwordHash": "bQk8", "salt": "c2FsdA=="}]"#, to: "users.json")
        let parameters = try folder.write(
            Self.parameters.replacing("a2V5", with: "YW5vdGhlcg=="), to: "another-project")
        let cut = try folder.write("id,email,password\np1,ada@example.org,\np2,\"ben\n", to: "cut.csv")
        let tests = OperatorCommandTests()
        for (words, reason) in [
            ([firebase, "--from", "firebase"], "line 1: the password cannot be imported: Firebase's hashes need"),
            ([firebase, "--from", "firebase", "--hash-parameters", parameters], "it does not fit the file"),
            ([cut, "--from", "pocketbase"], "the quote of line 3 is never closed"),
        ] {
            let (status, test, requests) = try await tests.run(["accounts", "import"] + words, [])
            #expect(status == 1 && requests.isEmpty && test.complaint.contains("nothing was written: "))
            #expect(test.complaint.contains(reason), "\(test.complaint)")
        }
        let (status, _, requests) = try await tests.run(
            ["accounts", "import", firebase, "--from", "firebase", "--dry-run", "--without-passwords"],
            [tests.ok(#"{"results":[{"outcome":"made"},{"outcome":"made"}]}"#)])
        withExtendedLifetime(folder) {}
        #expect(status == 0 && requests.first?.contains("passwordHash") == false)
    }

    @Test("The server is asked about each kind of hash first, and nothing is written if it refuses one")
    func refusedHash() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "id,email,passwordHash\np1,a@b.example,$2b$04$x\np2,b@b.example,$argon2id$v=19$x\np3,c@b.example,$2b$04$y\n",
            to: "users.csv")
        let tests = OperatorCommandTests()
        let refused = "HTTP/1.1 503 Service Unavailable\r\n\r\n{\"detail\":\"install libcrypt1\"}"
        let (status, test, requests) = try await tests.run(
            ["accounts", "import", file, "--from", "pocketbase"], [refused])
        withExtendedLifetime(folder) {}
        #expect(status == 1 && test.complaint.contains("nothing was written: install libcrypt1"), "\(test.complaint)")
        let request = try #require(requests.first)
        #expect(!request.contains("\"token\"") && request.contains("$argon2id$"))
        #expect(request.components(separatedBy: "\"id\"").count == 3)
    }

    @Test("If every user is refused, the command fails")
    func allRefused() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("id,email,passwordHash\np1,ada@example.org\n", to: "users.csv")
        let tests = OperatorCommandTests()
        let results = #"{"results":[{"outcome":"refused","reason":"why"}]}"#
        let (status, test, _) = try await tests.run(
            ["accounts", "import", file, "--from", "pocketbase", "--dry-run"], [tests.ok(results)])
        withExtendedLifetime(folder) {}
        #expect(status == 1 && test.complaint.contains("every user of the file was refused"))
    }

    @Test("A folder in place of a file is refused with the reason")
    func folder() throws {
        let error = #expect(throws: NotDone.self) { try ImportFile("/", from: .firebase) }
        #expect(error?.description == "cannot read the file /; is it a file, and may you read it?")
    }

    @Test("An import begins, sends its users and ends, and a failure says how to continue")
    func real() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("id,email,passwordHash\n\"p\"\"1,\",ada@example.org\n", to: "users.csv")
        let tests = OperatorCommandTests()
        let words = ["accounts", "import", file, "--from", "pocketbase"]
        let counts = #"{"made":1,"known":0,"refused":0}"#
        let (ids, begun) = (folder.url.path + "/ids.csv", tests.ok(#"{"token":"t1"}"#))
        let made = tests.ok(#"{"results":[{"outcome":"made","account":"0a1b"}]}"#)
        let (status, test, requests) = try await tests.run(words + ["--ids", ids], [begun, made, tests.ok(counts)])
        #expect(status == 0)
        #expect(try String(contentsOfFile: ids, encoding: .utf8) == "old,new\n\"p\"\"1,\",0a1b\n")
        #expect(
            requests.map { $0.prefix { $0 != "\r\n" } } == [
                "POST /account-imports HTTP/1.1", "POST /account-imports/users HTTP/1.1",
                "POST /account-imports/end HTTP/1.1",
            ])
        #expect(test.output == "new: 1, already there: 0, duplicates in the file: 0, refused: 0")
        let refused = "HTTP/1.1 503 Service Unavailable\r\n\r\n{}"
        let again = folder.url.path + "/again.csv"
        #expect(try await tests.run(words + ["--ids", again], [refused]).status == 1)
        let failed = try await tests.run(words + ["--ids", again], [begun, refused, tests.ok(counts)])
        #expect(!FileManager.default.fileExists(atPath: again))
        withExtendedLifetime(folder) {}
        #expect(failed.status == 1 && failed.test.complaint.contains("to continue, run the command again"))
    }
}
