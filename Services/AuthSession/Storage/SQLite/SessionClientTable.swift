// Rows of the table `session_client`: what the app of a living session said of itself.

import Models
import Storage

/// The table `session_client`.
struct SessionClientTable {
    let connection: Connection

    /// For a SELECT in which the table is called c.
    static let columns = """
        c.app_version, c.device_type, c.device_vendor, c.device_model, c.os_name, c.os_version, c.is_mobile, \
        c.user_agent, c.country, c.city, c.timezone, c.ip_address, c.location
        """

    func insert(_ client: SessionClient, of session: Int64) throws(StorageError) {
        guard client != SessionClient() else { return }
        let row = try connection.prepare(
            """
            INSERT INTO session_client (session, app_version, device_type, device_vendor, device_model, os_name, \
            os_version, is_mobile, user_agent, country, city, timezone, ip_address, location) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """)
        try row.bind(1, session)
        try row.bind(2, client.appVersion)
        try row.bind(3, client.deviceType)
        try row.bind(4, client.deviceVendor)
        try row.bind(5, client.deviceModel)
        try row.bind(6, client.osName)
        try row.bind(7, client.osVersion)
        try row.bind(8, client.isMobile.map { $0 ? 1 : 0 })
        try row.bind(9, client.userAgent)
        try row.bind(10, client.country?.value)
        try row.bind(11, client.city?.value)
        try row.bind(12, client.timezone)
        try row.bind(13, client.ipAddress?.value)
        try row.bind(14, client.location?.value)
        try row.run()
    }

    func delete(_ session: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM session_client WHERE session = ?1")
        try row.bind(1, session)
        try row.run()
    }
}

extension SessionClient {
    /// From a row in which the client's columns begin at `first`.
    init(_ row: PreparedStatement, from first: Int32) {
        self.init()
        appVersion = row.optionalText(first)
        deviceType = row.optionalText(first + 1)
        deviceVendor = row.optionalText(first + 2)
        deviceModel = row.optionalText(first + 3)
        osName = row.optionalText(first + 4)
        osVersion = row.optionalText(first + 5)
        isMobile = row.optionalInt64(first + 6).map { $0 != 0 }
        userAgent = row.optionalText(first + 7)
        country = row.optionalText(first + 8).map(Personal.init)
        city = row.optionalText(first + 9).map(Personal.init)
        timezone = row.optionalText(first + 10)
        ipAddress = row.optionalText(first + 11).map(Personal.init)
        location = row.optionalText(first + 12).map(Personal.init)
    }
}
