// Package action tests the scripts of the GitHub Action in a shell, as a runner
// would run them. It exports nothing.
package action
